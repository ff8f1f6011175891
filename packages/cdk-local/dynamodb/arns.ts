/** Where the tables are said to live. */
export type Place = { readonly region: string; readonly accountId: string };

/** The ARN of a table, which a request may name by its ARN already. */
export const tableArn = (name: string, { region, accountId }: Place): string =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;

/** The table's name in the ARN that the template's `StreamArn` gives, or undefined for any other text. */
export const tableOfStream = (arn: string): string | undefined =>
  /^arn:aws:dynamodb:[^:]+:\d+:table\/([^/]+)\/stream\/local$/.exec(arn)?.[1];

/** Rewrites every ARN of DynamoDB Local (region `ddblocal`, measured on 3.3.1) in `text` to the template's own. */
export function asInTemplate(text: string, place: Place): string {
  return text.replace(/arn:aws:dynamodb:ddblocal:\d+:table\/([\w.-]+)(\/stream\/[\w:.-]+)?/g, (_, name, stream) =>
    stream === undefined ? tableArn(name, place) : `${tableArn(name, place)}/stream/local`,
  );
}
