import type { RunFigures } from './run-figures.ts';

/** Figures of a run as plain data, so that threads can pass them. */
export type RunSummary = {
  /** Answers a second. */
  readonly ok: number;
  readonly nodeFailed: number;
  readonly limited: number;
  readonly unavailable: number;
  readonly admissionUnits: number;
  readonly recordUnits: number;
  readonly largestItem: number;
  readonly mostBusy: number;
  readonly recordsLost: number;
  readonly countedInVain: number;
  readonly sentWithoutAdmission: number;
  /** In ms. */
  readonly medianWait: number;
  readonly wait99: number;
  readonly longestWait: number;
};

/** @param from the second from which answers are averaged; everything else is of the whole run */
export function summaryOf(figures: RunFigures, from = 0): RunSummary {
  const perSecond = (of: Parameters<RunFigures['sum']>[0]) => figures.sum(of, from) / (figures.seconds.length - from);
  return {
    ok: perSecond('ok'),
    nodeFailed: perSecond('nodeFailed'),
    limited: perSecond('limited'),
    unavailable: perSecond('unavailable'),
    admissionUnits: figures.unitsPerCall('Admissions'),
    recordUnits: figures.unitsPerCall('Records'),
    largestItem: figures.tables.Admissions?.largestItem ?? 0,
    mostBusy: figures.mostBusy,
    recordsLost: figures.recordsLost,
    countedInVain: figures.countedInVain,
    sentWithoutAdmission: figures.sentWithoutAdmission,
    medianWait: figures.waitMs(0.5),
    wait99: figures.waitMs(0.99),
    longestWait: figures.waitMs(1),
  };
}
