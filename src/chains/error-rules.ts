import type { ErrorRule, RpcError } from './chain.ts';
import type { ErrorSource } from './error-sources.ts';

/** Rules of one meaning and source, by their codes, texts, or both. */
export const rules = (
  means: ErrorRule['means'],
  source: ErrorSource,
  ...matches: readonly (number | RegExp | readonly [code: number, text: RegExp])[]
): ErrorRule[] =>
  matches.map((match) => {
    if (typeof match === 'number') return { means, source, code: match };
    if (match instanceof RegExp) return { means, source, text: match };
    const [code, text] = match;
    return { means, source, code, text };
  });

/** Longer than any text by which a rule tells what an error means. A contract may choose a text of megabytes. */
const longestText = 1_000;

/** The first rule that matches an error; undefined if nothing is known of it. */
export function ruleFor(all: readonly ErrorRule[], { code, message }: RpcError): ErrorRule | undefined {
  const text = message.slice(0, longestText).toLowerCase();
  return all.find((rule) => (rule.code ?? code) === code && (rule.text?.test(text) ?? true));
}

const requestLimit = /requests? limit/;

/**
 * A hosted node's refusal of the operator's account, and its limit or plan. The texts are the same for every chain. If a
 * code says so, the node did not execute the call.
 */
export const providerErrors: readonly ErrorRule[] = [
  ...rules('refused', 'answers', -32_052, -32_401),
  ...rules('refused', 'answers', /^unauthorized/, /authenticate(d!| your)/, /\b(api|access) ?key (is|not)/),
  ...rules('refused', 'answers', /invalid api key/, /not enabled for this app|app is inactive|not on whitelist/),
  ...rules('refused', 'answers', /access forbidden/, /is blocked from this/),
  ...rules('limited', 'answers', 429, -32_429, [-32_003, requestLimit], [-32_007, requestLimit]),
  ...rules('limited', 'answers', /rate.?limit/, /too many requests/, /requests? (limit|rate|count)/),
  ...rules('limited', 'answers', /\b(rps|requests? per second)\b/, /\bcapacity\b/, /usage reached/, /throttled/),
  ...rules('limited', 'answers', /\b(free|paid|current) ?(tier|plan)/, /upgrade your/, /(exceeded|reached) the quota/),
  ...rules('limited', 'answers', /personal token/, /order a dedicated/, /not (whitelisted|allowed to access method)/),
  ...rules('limited', 'answers', /server is busy|under too much load|no server available/),
];
