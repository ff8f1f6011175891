import { accessSync, constants } from 'node:fs';
import { chromium, firefox } from 'playwright-core';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const firstOf = (places: readonly (string | undefined)[]): string | undefined =>
  places.find((place) => place !== undefined && isProgram(place));

/**
 * The path of Chromium: the one that CHROMIUM names, an installed one, or Playwright's in the user's cache. Chromium
 * without a window system takes a sixth less processor time.
 */
export const installedChromium = (): string | undefined =>
  firstOf([process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', fullChromium()]);

/** The path of Chromium with everything that people use, which Lighthouse measures. */
export const fullChromium = (): string | undefined =>
  firstOf([
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ]);

/** The path of a Firefox as Mozilla or Debian ships it: the one that FIREFOX names, or an installed one. */
export const shippedFirefox = (): string | undefined =>
  firstOf([
    process.env.FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);

/** The path of Firefox: a shipped one, or Playwright's in the user's cache. */
export const installedFirefox = (): string | undefined => shippedFirefox() ?? firstOf([firefox.executablePath()]);
