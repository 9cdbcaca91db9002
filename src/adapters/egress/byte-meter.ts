import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Bytes that passed an upstream socket so far, headers included. */
export type ByteMeter = () => { readonly bytesIn: number; readonly bytesOut: number };

/**
 * Measures an upstream socket until it closes.
 *
 * @param browser what the socket is written from: writes that never fill a buffer show up nowhere else.
 * @param spend told each increment.
 */
export function meterBytes(upstream: Socket, browser: Readable, spend: (bytes: number) => void): ByteMeter {
  let count = { bytesIn: 0, bytesOut: 0 };
  const measure = () => {
    const { bytesRead: bytesIn, bytesWritten: bytesOut } = upstream;
    const increment = bytesIn - count.bytesIn + bytesOut - count.bytesOut;
    count = { bytesIn, bytesOut };
    spend(increment);
  };
  upstream.on('data', measure).once('close', measure);
  browser.on('data', measure);
  return () => count;
}
