import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import styles from './answer.module.css';
import type { SecretForm } from './secret-form.ts';
import { type SilenceKind, silenceOf } from './silence.ts';

/** Says why there is no answer to show, and what to check. */
export function SilenceNotice({ kind, form }: { readonly kind: SilenceKind; readonly form: SecretForm }) {
  const { title, text, reasons } = silenceOf(kind, form);
  return (
    <Notice tone={kind === 'stopped' ? 'info' : 'caution'} title={title}>
      <p>{text}</p>
      {reasons.length > 0 && (
        <ol className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ol>
      )}
      {kind === 'hidden' && (
        <p>
          <Link to="/keys">Your keys</Link> · <Link to="/plan">Your plan</Link>
        </p>
      )}
    </Notice>
  );
}
