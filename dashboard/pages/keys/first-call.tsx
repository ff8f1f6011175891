import { useState } from 'react';
import type { Endpoint } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { firstCallBody } from '../../chains/chains.ts';
import { exportLine } from '../../chains/curl.ts';
import { requestCodes } from '../../chains/request-code.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { EndpointFields } from '../../components/endpoint-fields.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Tabs } from '../../components/tabs.tsx';
import styles from './keys.module.css';

/** How to make a first call with a new secret, in several languages. */
export const FirstCall = ({ secret }: { readonly secret: string }) => (
  <>
    <h3>Set the environment variable</h3>
    <CodeBlock label="export command" text={exportLine(secret)} wraps />
    <h3>Make a call</h3>
    <QueryState query={useEndpoints()} loading={<Skeleton height="21rem" label="Loading snippets" />}>
      {(endpoints) => <Snippets endpoints={endpoints} />}
    </QueryState>
  </>
);

function Snippets({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const [chosen, setChosen] = useState(endpoints[0]);
  if (!chosen) return null;
  const { chain, url } = chosen;
  const tabs = requestCodes(chain, url, firstCallBody(chain)).flatMap(({ id, label, text }) =>
    text === undefined ? [] : { id, label, content: <CodeBlock label={`${label} snippet`} text={text} /> },
  );
  return (
    <div className={styles.form}>
      <EndpointFields endpoints={endpoints} value={chosen} onChange={setChosen} />
      <Tabs label="Language" tabs={tabs} />
    </div>
  );
}
