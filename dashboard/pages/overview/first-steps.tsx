import { useAccount } from '../../api/account.ts';
import type { Endpoint } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { firstCallBody } from '../../chains/snippets.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { useService } from '../../service.ts';
import styles from './overview.module.css';

const curlLine = ({ url, chain }: Endpoint): string =>
  `curl -s ${url} -H 'Content-Type: application/json' -H "X-API-KEY: $RPC_API_KEY" \\
  -d '${firstCallBody(chain)}'`;

/** The next steps of a new customer. */
export function FirstSteps() {
  const { name } = useService();
  const [endpoint] = useEndpoints().data ?? [];
  const planId = useAccount().data?.planId;
  return (
    <Card
      title={`Welcome to ${name}`}
      description={`${planId === undefined ? '' : `You are on the ${planId} plan. `}Two steps to your first response:`}
    >
      <ol className={styles.steps}>
        <li>
          <h3>Create a key</h3>
          <p>Each key has its own limits and usage. Create one for each service that sends requests.</p>
          <LinkButton to="/keys" variant="primary">
            Create key
          </LinkButton>
        </li>
        <li>
          <h3>Send a request</h3>
          <p>Use any client that can send HTTP POST, or the request tester.</p>
          {endpoint && <CodeBlock label="curl command" text={curlLine(endpoint)} />}
          <LinkButton to="/endpoints">Open the request tester</LinkButton>
        </li>
      </ol>
    </Card>
  );
}
