import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import styles from './explanation.module.css';

type ExplanationProps = {
  /** What is explained: `Median latency`. */
  readonly about: string;
  readonly children: ReactNode;
};

/** A button with an explanation. It opens on press, so that it also works on phones and with the keyboard. */
export const Explanation = ({ about, children }: ExplanationProps) => (
  <DialogTrigger>
    <Button className={styles.button} aria-label={`About: ${about}`}>
      <Info size={15} aria-hidden="true" />
    </Button>
    <Popover className={styles.popover}>
      <Dialog aria-label={about} className={styles.text}>
        {children}
      </Dialog>
    </Popover>
  </DialogTrigger>
);
