import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { assert } from '@coffer/kit';
import { z } from 'zod';
import { ADMIN } from '../pool-fixture.ts';
import { outputSchema, RefusedCall, type ScenarioClient } from './client.ts';

const SCRIPT = fileURLToPath(new URL('python_client.py', import.meta.url));
const knownSchema = z.object({ operations: z.array(z.string()) });
const replySchema = z.union([
  z.strictObject({ output: outputSchema }),
  z.strictObject({ error: z.strictObject({ name: z.string(), message: z.string() }) }),
]);

/** Runs boto3 or the AWS CLI in one Python process, which reads one line per call. */
export async function createPythonClient(
  python: string,
  kind: 'boto3' | 'aws-cli',
  endpoint: string,
): Promise<ScenarioClient> {
  const child = spawn(python, [SCRIPT, kind, endpoint], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      HOME: '/nonexistent',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: ADMIN.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ADMIN.secretAccessKey,
      AWS_MAX_ATTEMPTS: '1',
    },
  });
  const ended = once(child, 'exit');
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<unknown> => {
    const line = await replies.next();
    assert(line.done !== true, `${kind} ended`);
    return JSON.parse(line.value);
  };
  const known = new Set(knownSchema.parse(await nextLine()).operations);
  return {
    knows: (operation) => known.has(operation),
    async call(operation, input) {
      child.stdin.write(`${JSON.stringify({ operation, input })}\n`);
      const reply = replySchema.parse(await nextLine());
      if ('error' in reply) throw new RefusedCall(reply.error.name, reply.error.message);
      return reply.output;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
