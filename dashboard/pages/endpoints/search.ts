import * as v from 'valibot';

const name = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined));

/** What of the page stands in its address: the chosen chain and network; the first ones where there is none such. */
export const endpointsSearch = v.object({ chain: name, network: name });
