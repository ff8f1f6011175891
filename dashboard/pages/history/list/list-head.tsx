import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { formatNewCount, formatNewRequests } from '../request-summary.ts';
import styles from './list-head.module.css';
import type { LiveRequests } from './use-live-requests.ts';

type ListHeadProps = {
  readonly live: LiveRequests;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The top of the list. */
  readonly top: RefObject<HTMLElement | null>;
  /** Beside the title. */
  readonly total: ReactNode;
  /** Further controls. */
  readonly children: ReactNode;
};

/** Stays visible above the list: the number of new requests, and the switch for live updates. */
export function ListHead({ live, isOn, onChange, top, total, children }: ListHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announcement = useAnnouncement(live.arrived);
  const show = () => {
    top.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
    // In the next frame the list knows where the page is scrolled; before, it would keep the old rows in place.
    requestAnimationFrame(live.show);
  };
  return (
    <div className={styles.head}>
      <h2 ref={heading} tabIndex={-1} id="requests" className={styles.title}>
        Requests
      </h2>
      <div className={styles.total}>{total}</div>
      {live.waiting > 0 && (
        <Button
          size="small"
          variant="primary"
          onPress={show}
          aria-label={formatNewRequests(live.waiting, live.hasMore)}
        >
          {formatNewCount(live.waiting, live.hasMore)}
        </Button>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div className={styles.controls}>
        {live.hasFailed && <span className={styles.note}>Retrying…</span>}
        {!live.isPossible && <span className={styles.note}>Off because the range has an end</span>}
        {!(isOn && live.isPossible) && (
          <Button size="small" variant="quiet" isPending={live.isRefreshing} onPress={live.refresh}>
            Refresh
          </Button>
        )}
        <label className={styles.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOn && live.isPossible}
            checked={isOn && live.isPossible}
            disabled={!live.isPossible}
            onChange={({ target }) => onChange(target.checked)}
          />
          <span className={styles.track} aria-hidden="true" />
          Live
        </label>
        {children}
      </div>
    </div>
  );
}

// Often enough to follow, rarely enough not to interrupt reading.
const announceIntervalMs = 15_000;

/** The announcement of a growing count for screen readers: how many came since the last announcement. */
function useAnnouncement(arrived: number): string {
  const [text, setText] = useState('');
  const current = useRef(arrived);
  const announced = useRef(arrived);
  current.current = arrived;
  useEffect(() => {
    const timer = setInterval(() => {
      const unannounced = current.current - announced.current;
      announced.current = current.current;
      setText(unannounced > 0 ? formatNewRequests(unannounced, false) : '');
    }, announceIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return text;
}
