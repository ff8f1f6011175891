import { expect, test } from '@jest/globals';
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js';
import { startProxy } from '../package/proxy/proxy-program.ts';
import { type TestRuntime, usageOf } from '../support/test-runtime.ts';

/** A client that only knows an address, as the Solana CLI and wallets do, behind `sluice-cdk proxy`. */
export function proxyCases(running: () => TestRuntime): void {
  test('a client without a header uses the gateway through the proxy, which shows the limits', async () => {
    const key = await running().newKey();
    const url = running().runtime.endpoints.devnet ?? '';
    const proxy = await startProxy(['--url', url, '--port', '0'], { environment: { RPC_API_KEY: key.secret } });
    try {
      const connection = new Connection(proxy.url, 'confirmed');
      const { publicKey } = Keypair.generate();
      expect(await connection.getBalance(publicKey)).toBe(0);
      expect(await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL)).toMatch(/^[1-9A-Za-z]{80,90}$/);
      expect(proxy.output()).toMatch(/left: 9,\d{3} of 10,000 calls today, \d+ of 10 calls this second/);
      expect((await usageOf(running(), key)).admitted).toBe(2);
      const page = await fetch(proxy.url, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' });
      expect(page.status).toBe(403);
      expect((await usageOf(running(), key)).admitted).toBe(2);
    } finally {
      expect(await proxy.stop()).toBe(0);
    }
  });
}
