import { parentPort, workerData } from 'node:worker_threads';
import { tryRates } from './held-rates.ts';

// A thread that tries the rates with nodes of one answer time.

parentPort?.postMessage(await tryRates(Number(workerData)));
