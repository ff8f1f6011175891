import { Send, Square } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import styles from './tester.module.css';

type SendButtonsProps = {
  readonly isSending: boolean;
  /** Whether the endpoint would refuse the body. */
  readonly isRefused: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
};

/** The buttons to send the request and to stop waiting for its response. */
export const SendButtons = ({ isSending, isRefused, onSend, onStop }: SendButtonsProps) => (
  <div className={styles.actions}>
    <Button variant="primary" onPress={onSend} isPending={isSending} aria-keyshortcuts="Control+Enter Meta+Enter">
      <Send size={16} aria-hidden="true" />
      {isRefused ? 'Send anyway' : 'Send'}
    </Button>
    <Button isDisabled={!isSending} onPress={onStop}>
      <Square size={14} aria-hidden="true" />
      Stop
    </Button>
    <span className={styles.hint}>
      Or press <kbd>Ctrl</kbd> or <kbd>⌘</kbd> and <kbd>Enter</kbd>.
    </span>
  </div>
);
