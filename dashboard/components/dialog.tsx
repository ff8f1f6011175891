import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

export type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether Escape and a click beside it close it; not for what would be lost. */
  readonly isDismissable?: boolean;
  /** Says that an answer is wanted before anything else goes on. */
  readonly isAlert?: boolean;
  readonly size?: 'medium' | 'large';
  readonly children: ReactNode;
};

/** A window over the page that keeps the focus until it is closed, and gives it back. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, isDismissable = true, isAlert = false, size = 'medium', children } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={styles.overlay}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The row of buttons at a dialog's end. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
