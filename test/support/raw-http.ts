import { connect } from 'node:net';

/** Send bytes to loopback as they are and collect everything until the server closes or `until` matches. */
export function sendRaw(port: number, request: string | Buffer, until: RegExp = /$^/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(10_000, () => reject(new Error(`no answer in time: ${answer}`)));
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
      if (until.test(answer)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(request);
  });
}
