import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, startTransition, useMemo, useOptimistic, useRef } from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import { nextPaint } from '../../../components/next-paint.ts';
import { isPlainClick } from '../../../components/plain-click.ts';
import { useHistorySearch } from '../use-history-search.ts';
import { BlockClock, useBlockClock } from './block-clock.ts';
import type { Column } from './list-columns.ts';
import { moveFocus } from './move-focus.ts';
import { largeBlocks, smallBlocks } from './request-blocks.ts';
import styles from './request-list.module.css';
import { RequestRow, requestOfRow } from './request-row.tsx';

type RequestRowsProps = {
  /** Newest first. */
  readonly requests: readonly RecordedRequest[];
  /** The name of a request's key; undefined if all rows have the same. */
  readonly keyName: ((keyId: string) => string) | undefined;
  /** The chain of a network; undefined while it is not known. */
  readonly chainOf: (network: string) => string | undefined;
  readonly columns: readonly Column[];
};

/** Every loaded row is in the document: the browser's own search finds it, and a printer gets it. */
export function RequestRows({ requests, ...view }: RequestRowsProps) {
  const { search, open } = useHistorySearch();
  const [openId, showOpen] = useOptimistic(search.request);
  const list = useRouter().buildLocation({ to: '/history', search: { ...search, request: undefined } }).href;
  const blocks = useMemo(() => largeBlocks(requests), [requests]);
  const onClick = (event: MouseEvent) => {
    const requestId = requestOfRow(event.target);
    if (requestId === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    startTransition(async () => {
      // The row answers first: the details change the layout of the whole page.
      showOpen(requestId);
      await nextPaint();
      open(requestId);
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list element may hold items only, and no blocks of them
    <div role="list" aria-label="Requests, newest first" onKeyDown={moveFocus} onClick={onClick}>
      {blocks.map((rows, index) => (
        <LargeBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block has its place, whatever its rows are
          key={index}
          {...view}
          requests={rows}
          openId={openIn(rows, openId)}
          address={`${list}${list.includes('?') ? '&' : '?'}request=`}
        />
      ))}
    </div>
  );
}

type BlockProps = RequestRowsProps & {
  /** The open request, if its row is in this block. */
  readonly openId: string | undefined;
  /** What comes before a request's id in the address of its details. */
  readonly address: string;
};

/** Blocks of which the browser and React skip all together while none of them is in sight. */
const LargeBlock = memo(({ requests, openId, ...view }: BlockProps) => {
  const blocks = smallBlocks(requests);
  const height = `auto calc(${blocks.length} * var(--block))`;
  return (
    <div className={styles.largeBlock} style={{ containIntrinsicBlockSize: height }}>
      {blocks.map((rows, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Block key={index} {...view} requests={rows} openId={openIn(rows, openId)} />
      ))}
    </div>
  );
});

/** Rows whose style and layout the browser skips together while none of them is in sight. */
const Block = memo(({ requests, openId, address, keyName, chainOf, columns }: BlockProps) => {
  const element = useRef<HTMLDivElement>(null);
  return (
    <div ref={element} className={styles.block}>
      <BlockClock value={useBlockClock(element)}>
        {useMemo(
          () =>
            requests.map((request) => (
              // biome-ignore lint/a11y/useSemanticElements: as the list around it
              <div key={request.requestId} role="listitem" className={styles.item}>
                <RequestRow
                  request={request}
                  href={address + request.requestId}
                  isOpen={openId === request.requestId}
                  keyName={keyName?.(request.keyId)}
                  chain={chainOf(request.network)}
                  columns={columns}
                />
              </div>
            )),
          [requests, openId, address, keyName, chainOf, columns],
        )}
      </BlockClock>
    </div>
  );
});

const openIn = (rows: readonly RecordedRequest[], open: string | undefined): string | undefined =>
  open !== undefined && rows.some(({ requestId }) => requestId === open) ? open : undefined;
