import { useDeferredValue, useMemo } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { secretVariable } from '../../../chains/curl.ts';
import { requestCodes } from '../../../chains/request-code.ts';
import { Card } from '../../../components/card.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import styles from './tester.module.css';

const mostCharacters = 100_000;

/** The request being edited, as programs to copy. */
export function CodeCard({ endpoint, body }: { readonly endpoint: Endpoint; readonly body: string }) {
  const { chain, url } = endpoint;
  // A long body makes long programs: typing must not wait for them.
  const shown = useDeferredValue(body);
  const codes = useMemo(
    () => (shown.length > mostCharacters ? [] : requestCodes(chain, url, shown)),
    [chain, url, shown],
  );
  const tabs = codes.map(({ id, label, text }) => ({
    id,
    label,
    content: text === undefined ? <NoCode library={label} /> : <CodeBlock text={text} label={`${label} code`} />,
  }));
  return (
    <Card
      title="This request as code"
      description={
        <>
          Reads the secret from the environment variable <code>{secretVariable}</code>.
        </>
      }
    >
      {tabs.length > 0 ? (
        <Tabs label="Language" tabs={tabs} />
      ) : (
        <p className={styles.hint}>The body is too long to show as code.</p>
      )}
    </Card>
  );
}

const NoCode = ({ library }: { readonly library: string }) => (
  <p className={styles.hint}>
    {library} cannot send this body unchanged: it is not a call, or has numbers with more digits than JavaScript keeps.
    Use curl, JavaScript, Python or Rust.
  </p>
);
