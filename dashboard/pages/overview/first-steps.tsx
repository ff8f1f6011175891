import { useEndpoints } from '../../api/endpoints.ts';
import { Card } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import styles from './overview.module.css';

const call = `-H 'Content-Type: application/json' -H "X-API-KEY: $SLUICE_API_KEY" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'`;

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
          {endpoint && <Code label="a first request by curl" text={`curl -s ${endpoint.url} ${call}`} />}
          <LinkButton to="/endpoints">Open the request tester</LinkButton>
        </li>
      </ol>
    </Card>
  );
}
