import type { Endpoint } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { firstCallBody } from '../../chains/snippets.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import styles from './overview.module.css';

const curlLine = ({ url, chain }: Endpoint): string =>
  `curl -s ${url} -H 'Content-Type: application/json' -H "X-API-KEY: $SLUICE_API_KEY" \\
  -d '${firstCallBody(chain)}'`;

/** What somebody who has just registered does next. */
export function FirstSteps() {
  const [endpoint] = useEndpoints().data ?? [];
  return (
    <Card title="Welcome to Sluice" description="You are on the free plan already. Two steps to the first answer:">
      <ol className={styles.steps}>
        <li>
          <h3>Make a key</h3>
          <p>Each key has limits and figures of its own: make one for each place that sends requests.</p>
          <LinkButton to="/keys" variant="primary">
            Make a key
          </LinkButton>
        </li>
        <li>
          <h3>Send a request</h3>
          <p>By any client that can send HTTP POST, or in the request tester.</p>
          {endpoint && <CodeBlock label="a first request by curl" text={curlLine(endpoint)} />}
          <LinkButton to="/endpoints">Open the request tester</LinkButton>
        </li>
      </ol>
    </Card>
  );
}
