import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { Html } from '../../components/html.tsx';
import { authorization, curlExample } from './curl-example.ts';
import type { OpenApi, Operation } from './open-api.ts';
import styles from './reference.module.css';
import { BodyMembers, ParameterTable } from './schema-tables.tsx';

type Schemas = OpenApi['components']['schemas'];
type OperationProps = { readonly operation: Operation; readonly schemas: Schemas };

/** One operation: a line that opens its details. The address names an operation that was opened. */
export function OperationView({ operation, schemas }: OperationProps) {
  const { operationId, method, path, summary } = operation;
  const isNamed = useLocation({ select: ({ hash }) => hash === operationId });
  const [isOpen, setOpen] = useState(isNamed);
  const navigate = useNavigate();
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed]);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open && !isNamed) void navigate({ to: '.', hash: operationId, replace: true, hashScrollIntoView: false });
  };
  return (
    <details
      id={operationId}
      className={styles.operation}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && toggle(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <code className={styles.method}>{method}</code>
        <code className={styles.path}>{path}</code>
        <span className={styles.what}>{summary}</span>
      </summary>
      {isOpen && <Details operation={operation} schemas={schemas} />}
    </details>
  );
}

const proofs = {
  token: 'Needs the ID token of a session: Authorization: Bearer.',
  key: 'Needs the secret of a key: X-API-KEY.',
} as const;

function Details({ operation, schemas }: OperationProps) {
  const { description, parameters, requestBody, responses } = operation;
  const proof = authorization(operation);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return (
    <div className={styles.details}>
      {description !== undefined && (
        <p>
          <Html html={description} />
        </p>
      )}
      <p className={styles.proof}>{proof ? proofs[proof] : 'Needs no authentication.'}</p>
      {parameters.length > 0 && <ParameterTable parameters={parameters} />}
      {body && <BodyMembers title="Body" schema={body} schemas={schemas} />}
      <h3>Example</h3>
      <CodeBlock text={curlExample(operation, location.origin)} label={`curl for ${operation.operationId}`} />
      {Object.entries(responses).map(([status, answer]) => (
        <Answer key={status} status={status} answer={answer} schemas={schemas} />
      ))}
    </div>
  );
}

type AnswerProps = {
  readonly status: string;
  readonly answer: Operation['responses'][string];
  readonly schemas: Schemas;
};

/** An answer: a success with its members and an example, a problem in a line. */
function Answer({ status, answer: { description, content }, schemas }: AnswerProps) {
  const { schema, example } = content['application/json'] ?? {};
  if (!status.startsWith('2')) {
    return (
      <p className={styles.problem}>
        <strong>{status}</strong> <Html html={description} />
      </p>
    );
  }
  return (
    <>
      {schema ? (
        <BodyMembers title={`Answer ${status}`} schema={schema} schemas={schemas} />
      ) : (
        <h3>
          Answer {status}: <Html html={description} />
        </h3>
      )}
      {example !== undefined && <CodeBlock text={JSON.stringify(example, null, 2)} label={`answer ${status}`} />}
    </>
  );
}
