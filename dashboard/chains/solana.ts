import { solanaMethods } from '../pages/endpoints/solana-methods.ts';
import type { DashboardChain } from './chain.ts';
import { solanaCodes } from './solana-codes.ts';

const kit = (url: string) => `// npm install @solana/kit
import { createSolanaRpc } from '@solana/kit';

const rpc = createSolanaRpc(${JSON.stringify(url)}, {
  headers: { 'X-API-KEY': process.env.SLUICE_API_KEY ?? '' },
});

console.log(await rpc.getHealth().send());`;

export const solana: DashboardChain = {
  methods: solanaMethods,
  health: 'getHealth',
  nodeCodes: solanaCodes,
  library: { id: 'kit', label: '@solana/kit', text: kit },
};
