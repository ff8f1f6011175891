import type { Chain, ErrorRule } from '../../src/chains/chain.ts';
import { chains } from '../../src/chains/chains.ts';
import { errorSources, solanaErrorNames } from '../../src/chains/error-sources.ts';

const meanings: Readonly<Record<ErrorRule['means'], string>> = {
  behind: 'the node is behind',
  missing: 'another node may know',
  limited: 'the provider’s limit or plan',
  refused: 'the operator’s account is refused',
  caller: 'the caller’s fault, or the chain’s state',
};

const linkTo = (source: ErrorRule['source']): string => `[${errorSources[source].name}](${errorSources[source].url})`;

/** A text as readers search for it: the regular expression, with what a table cannot hold escaped. */
const textOf = ({ source }: RegExp): string => `\`${source.replaceAll('\\/', '/').replaceAll('|', '\\|')}\``;

/** Neighbouring rules of one meaning and source are one row. */
function rowsOf({ errorRules, name }: Chain): string[] {
  const names = name === 'Solana' ? solanaErrorNames : {};
  const codeText = (code: number) => [code, names[code]].filter(Boolean).join(' ');
  const groups: ErrorRule[][] = [];
  for (const rule of errorRules) {
    const last = groups.at(-1);
    if (last?.[0]?.means === rule.means && last[0].source === rule.source) last.push(rule);
    else groups.push([rule]);
  }
  return groups.map((group) => {
    const codes = group.flatMap(({ code, text }) => (code === undefined || text ? [] : [codeText(code)]));
    const texts = group.flatMap(({ code, text }) =>
      text === undefined ? [] : [code === undefined ? textOf(text) : `${codeText(code)} with ${textOf(text)}`],
    );
    const [first] = group;
    if (!first) throw new Error('A group has a rule.');
    return `| ${codes.join(', ')} | ${texts.join(', ')} | ${meanings[first.means]} | ${linkTo(first.source)} |`;
  });
}

/** The section of docs/failures.md with what the errors of each chain's nodes mean. */
export const errorTables = Object.values(chains)
  .map((chain) =>
    [`### ${chain.name}`, '', '| code | text | means | source |', '| --- | --- | --- | --- |', ...rowsOf(chain)].join(
      '\n',
    ),
  )
  .join('\n\n');
