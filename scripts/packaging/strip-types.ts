import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const SPECIFIER = /((?:from|import)\s*\(?\s*)'([^']+)'/g;

interface Stripping {
  readonly from: string;
  readonly to: string;
  /** The folder of the package, which has the shared packages of this repository as folders. */
  readonly target: string;
  readonly shared: readonly string[];
  readonly isShipped: (file: string) => boolean;
}

/** Writes each TypeScript file as JavaScript, because Node.js strips no types below `node_modules`. */
export function stripTypes({ from, to, target, shared, isShipped }: Stripping): void {
  for (const file of globSync('**/*.ts', { cwd: from }).filter(isShipped)) {
    const path = join(to, file.replace(/\.ts$/, '.js'));
    const plain = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      plain.replaceAll(SPECIFIER, (_all, before: string, name: string) => {
        const own = shared.find((each) => name === `@coffer/${each}`);
        const inside = own === undefined ? name : relative(dirname(path), join(target, own, 'index.js'));
        const shipped = own === undefined || inside.startsWith('.') ? inside : `./${inside}`;
        return `${before}'${shipped.replace(/^(\.\.?\/.*)\.ts$/, '$1.js')}'`;
      }),
    );
  }
}
