/** What each verdict of the gateway's own means for the one who sent the request (docs/api.md, "Answers"). */
export const gatewayReasons = {
  parse_error: 'The body is not JSON. Nothing was sent on, and it counts for nothing.',
  invalid_request: 'The body is no valid JSON-RPC call. Nothing was sent on, and it counts for nothing.',
  batch_too_large:
    'The batch has more calls than are taken at once: 100, or what the plan admits in a second. Split it.',
  unsupported_media_type: 'The request must carry Content-Type: application/json.',
  rate_limited:
    'The key’s calls of this second are used up. Wait as Retry-After says; a larger plan admits more. It counts for nothing.',
  quota_exceeded:
    'The key’s calls of this UTC day are used up. It works again at midnight UTC, or on a larger plan at once.',
  upstream_unavailable:
    'No chain node could be reached. The call is given back to the day’s quota. Try again; before you send a transaction again, check whether it arrived.',
  upstream_timeout:
    'No chain node answered within 25 seconds. The call is given back to the day’s quota. Ask for less, or try again.',
  response_too_large:
    'The node’s answer is over 6 MB, the most that can be passed on. Ask for less: dataSlice, filters, a smaller range.',
  limits_unavailable: 'The limits could not be checked, so nothing was sent on. Try again in a moment.',
  internal_error: 'The gateway failed. The call is given back to the day’s quota. Try again in a moment.',
} as const satisfies Readonly<Record<string, string>>;
