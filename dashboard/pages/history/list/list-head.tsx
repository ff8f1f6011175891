import { type RefObject, useRef } from 'react';
import { SwitchButton, SwitchField, VisuallyHidden } from 'react-aria-components';
import { Button } from '../../../components/button.tsx';
import styles from './list-head.module.css';
import { newCount, newRequests } from './new-requests.ts';
import { useAnnouncement } from './use-announcement.ts';
import type { Live } from './use-live.ts';

export type ListHeadProps = {
  readonly live: Live;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The beginning of the list. */
  readonly top: RefObject<HTMLElement | null>;
};

/** Stays in sight above the list: what has come in since, and whether to look for it. */
export function ListHead({ live, isOn, onChange, top }: ListHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announcement = useAnnouncement(live.arrived);
  const show = () => {
    live.show();
    top.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.head}>
      <h2 ref={heading} tabIndex={-1} id="requests" className={styles.title}>
        Requests
      </h2>
      {live.waiting > 0 && (
        <Button size="small" variant="primary" onPress={show} aria-label={newRequests(live.waiting, live.hasMore)}>
          {newCount(live.waiting, live.hasMore)}
        </Button>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div className={styles.controls}>
        {live.hasFailed && <span className={styles.note}>Retrying…</span>}
        {!live.isPossible && <span className={styles.note}>Off: the range has an end</span>}
        {!(isOn && live.isPossible) && (
          <Button size="small" variant="quiet" isPending={live.isRefreshing} onPress={live.refresh}>
            Refresh
          </Button>
        )}
        <SwitchField isSelected={isOn && live.isPossible} onChange={onChange} isDisabled={!live.isPossible}>
          <SwitchButton className={styles.switch ?? ''}>
            <span className={styles.track} aria-hidden="true" />
            Live
          </SwitchButton>
        </SwitchField>
      </div>
    </div>
  );
}
