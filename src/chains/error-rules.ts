import type { ErrorRule, NodeFault, RpcError } from './chain.ts';
import type { ErrorSource } from './error-sources.ts';

/** Rules of one meaning and source, by their codes or texts. */
export const rules = (
  means: ErrorRule['means'],
  source: ErrorSource,
  ...matches: readonly (number | RegExp)[]
): ErrorRule[] =>
  matches.map((match) => (typeof match === 'number' ? { means, source, code: match } : { means, source, text: match }));

/** The fault of the first rule that matches; undefined if the caller is at fault, or no rule matches. */
export function nodeFaultOf(all: readonly ErrorRule[], { code, message }: RpcError): NodeFault | undefined {
  const text = message.toLowerCase();
  const matching = all.find((rule) => (rule.code ?? code) === code && (rule.text?.test(text) ?? true));
  return matching?.means === 'caller' ? undefined : matching?.means;
}

/** A hosted node's limit or plan, which it reports inside of HTTP 200. The texts are the same for every chain. */
export const providerLimits: readonly ErrorRule[] = [
  ...rules('limited', 'alchemy', 429, /compute units per second/, /monthly capacity limit/),
  ...rules('limited', 'helius', -32_429, /max usage reached/),
  ...rules('limited', 'quicknode', /request limit reached/, /upgrade your (account|plan|subscription)/),
  ...rules('limited', 'ankr', /reached the request limit/, /call rate limit/),
  ...rules('limited', 'infura', /(daily|project id) request (count|rate) exceeded/),
  ...rules('limited', 'drpc', /upgrade your tier/, /not available on (the )?free ?tier/),
  ...rules('limited', 'chainstack', /available on the current plan/),
  ...rules('limited', 'erpc', /too many requests/, /rate[ -]?limit/, /requests? per second/, /requests limited to/),
  ...rules('limited', 'erpc', /throttled/, /exceeded the quota/, /reached the (quota|free tier)/, /\/billing/),
  ...rules('limited', 'erpc', /limit for your current plan/, /not included in your current plan/),
  ...rules('limited', 'erpc', /method is not whitelisted/, /not allowed to access method/),
  ...rules('limited', 'erpc', /under too much load/, /no server available/),
];
