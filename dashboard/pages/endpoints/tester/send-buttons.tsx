import { Button } from '../../../components/button.tsx';
import styles from './tester.module.css';

export type SendButtonsProps = {
  readonly isSending: boolean;
  /** Whether the endpoint would refuse the body. */
  readonly isRefused: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
};

/** Sends the request, and stops waiting for its answer. */
export const SendButtons = ({ isSending, isRefused, onSend, onStop }: SendButtonsProps) => (
  <div className={styles.actions}>
    <Button variant="primary" onPress={onSend} isPending={isSending} aria-keyshortcuts="Control+Enter Meta+Enter">
      {isRefused ? 'Send anyway' : 'Send'}
    </Button>
    <Button isDisabled={!isSending} onPress={onStop}>
      Stop
    </Button>
    <span className={styles.hint}>
      <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Enter</kbd> sends too.
    </span>
  </div>
);
