import { Table } from '../../../components/table.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import styles from './answer.module.css';
import type { Answer } from './exchange.ts';

/** The headers as they came, and what the figures are made of. */
export const AnswerDetails = ({ answer }: { readonly answer: Answer }) => (
  <details className={styles.details}>
    <summary>Headers and timing</summary>
    {answer.headers.length > 0 ? (
      <Table label="Headers of the answer">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {answer.headers.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    ) : (
      <p className={styles.hint}>It has none of Sluice’s headers: Amazon API Gateway answered before Sluice.</p>
    )}
    <p className={styles.hint}>
      Latency is measured by this browser from Send to the last byte, {formatMilliseconds(answer.endedAfter)}; the
      headers came after {formatMilliseconds(answer.headersAfter)}. The network and TLS are in it, the gateway and the
      node, and now and then the browser’s own question whether it may send (CORS). The size is that of the body after
      decompression.
    </p>
  </details>
);
