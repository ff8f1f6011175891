import { Link } from '@tanstack/react-router';
import type { StatusFile } from '../../../src/status-page/status-file.ts';
import { Card } from '../../components/card.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { formatCount } from '../../format/numbers.ts';
import styles from './status.module.css';

/** What a visitor asks before choosing a provider, as far as the other cards do not say it. */
export const ServiceCard = ({ file: { region, networks, generatedAt } }: { readonly file: StatusFile }) => (
  <Card title="About the service">
    <dl className={styles.facts}>
      <dt>Region</dt>
      <dd>{region}</dd>
      <dt>History of the chains</dt>
      <dd>{networks.map(earliestText).join(' ')}</dd>
      <dt>What counts</dt>
      <dd>
        A call counts one, and a batch its calls. Refused calls do not count against the day, nor do calls that no node
        could take. See{' '}
        <Link to="/docs/$document" params={{ document: 'api' }}>
          the docs
        </Link>
        .
      </dd>
      <dt>Keys</dt>
      <dd>
        A key is rotated without a pause: its old secret works until the time that you choose, or until you end it. A
        revoked key is refused at once. Only a hash of a secret is stored.
      </dd>
      <dt>An interruption</dt>
      <dd>
        lasts from the first of two failed checks to the next good one. A network is down while all its nodes are. Time
        without checks is in no figure.
      </dd>
      <dt>Questions</dt>
      <dd>
        <ContactSupport />
      </dd>
      <dt>For programs</dt>
      <dd>
        <a href="/status.json">status.json</a>, written once a minute, last at <AbsoluteTime at={generatedAt} />
      </dd>
    </dl>
  </Card>
);

function earliestText({ network, earliest, heightUnit }: StatusFile['networks'][number]): string {
  if (earliest === null) return `${network}: unknown.`;
  return earliest === 0 ? `${network}: from the start.` : `${network}: ${heightUnit} from ${formatCount(earliest)} on.`;
}
