import type { Template } from './template.ts';

/**
 * The ARNs of the functions that make the template's custom resources. They do not run here: what they would make is
 * emulated itself, by type, and a type that is not emulated is refused when the template is loaded.
 */
export const customResourceFunctions = ({ resources }: Template): ReadonlySet<unknown> =>
  new Set(resources.filter(({ type }) => type.startsWith('Custom::')).map(({ properties }) => properties.ServiceToken));
