/** What each error of the gateway means for the sender of the request (docs/api.md, "Answers"). */
export const gatewayReasons = {
  parse_error: 'The body is not JSON. Nothing was sent to a node. It counts as one call.',
  invalid_request: 'The body is not a valid JSON-RPC call. Nothing was sent to a node. It counts as one call.',
  batch_too_large:
    'A batch may have 100 calls, and no more than your plan allows per second. Split it. It counts as one call.',
  unsupported_media_type:
    'Send the request with Content-Type: application/json, not compressed. It counts as one call.',
  rate_limited:
    'This key has no calls left in this second. Wait as long as Retry-After says, or choose a larger plan. The call does not count against your quota.',
  quota_exceeded:
    'This key has no calls left today (UTC). It works again at midnight UTC, or at once on a larger plan.',
  upstream_unavailable:
    'No chain node gave a usable answer. The call does not count against today’s quota. A read: try again in a moment. A transaction may have arrived: check before you send it again.',
  upstream_timeout:
    'No chain node answered in time. The call counts against today’s quota. A read: ask for less. A transaction may have arrived: check before you send it again.',
  response_too_large:
    'The node’s answer is over 6 MB, the most that can be passed on. A read: ask for less, with dataSlice, filters or a smaller range. The call counts against today’s quota. A transaction may have arrived: check before you send it again.',
  limits_unavailable: 'The limits could not be checked, so the call was not made. Try again in a moment.',
  internal_error:
    'The gateway failed. The call does not count against today’s quota. A read: try again in a moment. A transaction may have arrived: check before you send it again.',
} as const satisfies Readonly<Record<string, string>>;
