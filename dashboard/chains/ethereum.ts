import { ethereumMethods } from '../pages/endpoints/ethereum-methods.ts';
import type { DashboardChain } from './chain.ts';

const viem = (url: string) => `// npm install viem
import { createPublicClient, http } from 'viem';

const headers = { 'X-API-KEY': process.env.SLUICE_API_KEY ?? '' };
const client = createPublicClient({
  transport: http(${JSON.stringify(url)}, { fetchOptions: { headers } }),
});

console.log(await client.request({ method: 'eth_syncing' }));`;

export const ethereum: DashboardChain = {
  methods: ethereumMethods,
  health: 'eth_syncing',
  // Only codes that all clients use alike: of the others their own words say more.
  nodeCodes: {
    3: 'The contract reverted the call. The answer’s data holds its reason.',
    4444: 'The node no longer keeps history this old. Ask for a newer block.',
    [-32015]: 'The virtual machine stopped with an error, such as too little gas.',
    [-39001]: 'The node does not have this block (yet). Ask for another one.',
  },
  library: { id: 'viem', label: 'viem', text: viem },
};
