import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

interface FrameBuild {
  readonly target: string[];
}

/**
 * Builds the viewer frame separately: it runs under another policy and origin, so no script is shared and no
 * application page grows.
 */
export function buildViewerFrame({ target }: FrameBuild): Plugin {
  let root = '';
  return {
    name: 'coffer:build-viewer-frame',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle() {
      const built = await build({
        root,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        css: { transformer: 'lightningcss' },
        build: {
          target,
          cssTarget: target,
          cssMinify: 'lightningcss',
          write: false,
          assetsDir: 'assets/viewer-frame',
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          chunkSizeWarningLimit: 2_000,
          rolldownOptions: { input: resolve(root, 'viewer-frame.html') },
        },
      });
      for (const { output } of [built].flat().filter((each) => 'output' in each)) {
        for (const file of output) {
          const source = file.type === 'chunk' ? file.code : file.source;
          this.emitFile({ type: 'asset', fileName: file.fileName, source });
        }
      }
    },
  };
}
