import type { BrowserType } from 'playwright';

/** Playwright's Chromium. Loaded at first use: it is a quarter of a second of every start that captures nothing. */
export const loadChromium = async (): Promise<BrowserType> => (await import('playwright')).chromium;
