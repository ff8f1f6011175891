import { Html } from '../../components/html.tsx';
import { Table } from '../../components/table.tsx';
import type { OpenApi, Parameter, Schema } from './open-api.ts';
import styles from './reference.module.css';
import { limitWords, membersOf, referredName, typeWords } from './schema-words.ts';

const places = { path: 'in the path', query: 'in the query', header: 'a header' } as const;

/** The parameters of an operation. */
export const ParameterTable = ({ parameters }: { readonly parameters: readonly Parameter[] }) => (
  <>
    <h3>Parameters</h3>
    <Rows
      label="Parameters"
      rows={parameters.map(({ name, in: place, required, description, schema }) => ({
        name,
        schema,
        isRequired: required,
        description: [description ?? schema.description, places[place]].filter(Boolean).join(' – '),
      }))}
    />
  </>
);

type BodyProps = {
  readonly title: string;
  readonly schema: Schema;
  readonly schemas: OpenApi['components']['schemas'];
};

/** The members of a body. Schemas with a name are described once, below those that refer to them. */
export function BodyMembers({ title, schema, schemas }: BodyProps) {
  const members = membersOf(schema, schemas);
  const name = referredName(schema);
  return (
    <>
      <h3>{name === undefined ? title : `${title}: ${name}`}</h3>
      {members.length > 0 && <Rows label={title} rows={members.map(({ path, ...it }) => ({ name: path, ...it }))} />}
      {namesIn(members.map((it) => it.schema)).map((it) => (
        <details key={it} className={styles.schema}>
          <summary>{it}</summary>
          <Rows
            label={it}
            rows={membersOf(schemas[it] ?? {}, schemas).map(({ path, ...rest }) => ({ name: path, ...rest }))}
          />
        </details>
      ))}
    </>
  );
}

/** The schemas that members refer to, each once. */
function namesIn(schemas: readonly Schema[]): string[] {
  const names = schemas.flatMap((schema) =>
    [schema, schema.items, ...(schema.anyOf ?? []), additional(schema)].map((it) => it && referredName(it)),
  );
  return [...new Set(names)].filter((name) => name !== undefined);
}

const additional = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** A description, which is HTML, then what the value must be: `The name (1 to 64 characters).` */
function describe(description: string, limits: readonly string[]): string {
  if (limits.length === 0) return description;
  const limit = limits.join('; ').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return description === '' ? limit : `${description} (${limit})`;
}

type Row = {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string;
};

const Rows = ({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) => (
  <Table label={label}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, schema, isRequired, description = schema.description ?? '' }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>
            {typeWords(schema)}
            {isRequired ? '' : ', optional'}
          </td>
          <td className={styles.description}>
            <Html html={describe(description, limitWords(schema))} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);
