/** Extensions that lists of media types lack or misinterpret, such as `.rs`. */
const EXTENSIONS = new Set(
  (
    'adoc asm astro awk bash bat bib c cc cfg cjs clj cljs cmake cmd conf cpp cs csproj cts cxx dart diff el elm env erl ex exs ' +
    'f90 fish fs fsx go gql gradle graphql groovy h hcl hh hpp hrl hs ini ipynb java jl json5 jsonc jsonl jsx kt kts less lisp lock log ' +
    'lua md mdx mjs ml mli nim nix org pas patch php pl pm po prisma properties proto ps1 psm1 py pyi pyw pyx r rb rkt rs rst sass scala ' +
    'scm scss sh sln sol sql srt styl sv svelte swift tcl tex tf tfvars toml tsx txt v vb vbs vhdl vim vtt vue yaml yml zig zsh'
  ).split(' '),
);

const NAMES = new Set(
  (
    'authors brewfile changelog changes codeowners containerfile contributing contributors copying dockerfile gemfile gnumakefile ' +
    'install jenkinsfile justfile licence license makefile news notice podfile procfile rakefile readme todo vagrantfile version ' +
    '.babelrc .bash_profile .bashrc .dockerignore .editorconfig .env .eslintrc .gitattributes .gitconfig .gitignore .gitmodules ' +
    '.htaccess .npmignore .npmrc .nvmrc .prettierignore .prettierrc .profile .vimrc .zshrc'
  ).split(' '),
);

/** In lower case. Undefined without an extension, also for `.hidden`. */
export function extensionOf(name: string): string | undefined {
  return /[^.]\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
}

/**
 * `twofold`: text or video. `.ts` is TypeScript or an MPEG transport stream, `.mts` a TypeScript module or a camcorder
 * video.
 */
export function textByName(name: string): 'text' | 'twofold' | undefined {
  const extension = extensionOf(name);
  if (extension === undefined) return NAMES.has(name.toLowerCase()) ? 'text' : undefined;
  if (extension === 'ts' || extension === 'mts') return 'twofold';
  return EXTENSIONS.has(extension) ? 'text' : undefined;
}

/** Transport stream packets have 188 or 192 bytes. */
export function mayBeTransportStream(sizeBytes: number): boolean {
  return sizeBytes > 0 && (sizeBytes % 188 === 0 || sizeBytes % 192 === 0);
}
