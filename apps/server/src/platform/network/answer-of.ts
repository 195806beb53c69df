import type { ClientRequest, IncomingMessage } from 'node:http';

/** Always settles, also for a protocol upgrade, which Node.js reports neither as a response nor as an error. */
export async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request
      .on('response', resolve)
      .on('error', reject)
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(coded('HPE_UPGRADED', 'the answer leaves HTTP'));
      })
      .once('close', () => reject(coded('ECONNRESET', 'closed without an answer')));
  });
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
