import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** Besides what is drawn: keys of React, which children that are no list need not have; names; the usual size; a look at `node`. */
const IDLE = [
  /,\s+key: "\w+"/g,
  /^ {2}name: "[\w-]+",\n/gm,
  /^ {2}size: 24,\n/gm,
  /,\n {2}aliases: \[[^\]]*\]/g,
  /^__iconData\.node;\n/gm,
];
const LEFT = /\bkey:|^ {2}(?!node:)\w+:|^__iconData\./m;

/** The module of one icon of lucide-react with nothing but its shapes. Throws where it has something that is not known here. */
export function leanIcon(code: string): string {
  const lean = IDLE.reduce((rest, idle) => rest.replaceAll(idle, ''), code);
  const left = LEFT.exec(lean);
  if (left !== null) throw new TypeError(`An icon of lucide-react has something new: ${left[0]}`);
  return lean;
}

/** Random keys do not compress: they are a fifth of the weight of an icon (`ui/lucide-icon.ts` draws without them). */
export function leanIcons(): Plugin {
  return {
    name: 'coffer:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({ code: leanIcon(code), map: null }),
    },
  };
}
