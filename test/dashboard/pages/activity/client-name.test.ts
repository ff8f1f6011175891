import { expect, test } from '@jest/globals';
import { clientName } from '../../../../dashboard/pages/activity/client-name.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit';
test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`${mac}/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
  [`${mac}/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [`${mac}/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`, 'Edge on macOS'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/139.0 Mobile/15E148 Safari/604.1', 'Chrome on iOS'],
  ['curl/8.14.1', 'curl'],
  ['sluice-cli', 'sluice-cli'],
  ['<script>alert(1)</script> x', '<script>alert(1)<'],
  ['', ''],
  ['x'.repeat(256), 'x'.repeat(40)],
])('%j is shown as %j', (userAgent, name) => expect(clientName(userAgent)).toBe(name));
