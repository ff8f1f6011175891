import type { Endpoint, RecordedRequest } from '../../../api/api.ts';
import { curlLine, secretVariable } from '../../../chains/curl.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { repeatedBody } from './repeated-body.ts';
import styles from './request-facts.module.css';

type RequestCommandProps = { readonly calls: RecordedRequest['calls']; readonly endpoint: Endpoint };

/** A command that sends the request's methods again. Neither parameters nor secrets are recorded. */
export function RequestCommand({ calls, endpoint }: RequestCommandProps) {
  const body = repeatedBody(calls);
  if (body === undefined) return null;
  return (
    <section className={styles.command} aria-label="Send it again">
      <h3>Send it again</h3>
      <CodeBlock label="curl command" text={curlLine(endpoint.url, body)} wraps />
      <p className={styles.more}>
        Parameters and secrets are not recorded. Add your parameters, and put the secret into{' '}
        <code>{secretVariable}</code>.
      </p>
    </section>
  );
}
