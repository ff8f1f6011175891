import { RefusedError } from './problems.ts';

type MediaRange = { readonly type: string; readonly weight: number };

/**
 * The media type of a response (RFC 9110, 12.5.1): the one with the highest weight, or else the first one.
 * @param offered at least one
 * @throws {RefusedError} `not_acceptable`
 */
export function chooseMediaType<const T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const ranges = parseAccept(accept ?? '*/*');
  const weightOf = (type: string): number =>
    [type, `${type.split('/')[0]}/*`, '*/*']
      .map((name) => ranges.find((range) => range.type === name)?.weight)
      .find((weight) => weight !== undefined) ?? 0;
  const best = offered.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  if (weightOf(best) > 0) return best;
  throw new RefusedError('not_acceptable', `This response is available as ${offered.join(' or ')}: change Accept.`);
}

const parseAccept = (accept: string): MediaRange[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
    });
