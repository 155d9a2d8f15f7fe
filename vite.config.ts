import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const FIRST_SCREEN = 'screens/landing/screen.tsx';

/** Preloads the landing page's chunks, on which a cold visit starts, instead of one round trip later. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const wanted = new Set(chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(FIRST_SCREEN)));
        for (const chunk of wanted) {
          const missing = chunk.imports.filter((fileName) => !html.includes(fileName));
          for (const part of chunks) if (missing.includes(part.fileName)) wanted.add(part);
        }
        return [...wanted].flatMap(({ fileName, viteMetadata }): HtmlTagDescriptor[] => [
          link({ rel: 'modulepreload', href: `/${fileName}`, fetchpriority: 'low' }),
          ...Array.from(viteMetadata?.importedCss ?? [], (css) => link({ rel: 'stylesheet', href: `/${css}` })),
        ]);
      },
    },
  };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' };
}

/** No two modules have the same file name (a check says so), so this is unique, and it can be read in the inspector. */
const scopedName = (name: string, file: string) => `${path.basename(file).replace(/\.module\.css.*$/, '')}_${name}`;

/** The landing page needs few components: it must not wait for those of the application. */
const FOR_GUESTS = /ui[\\/](brand|code-box|tag|status-glyph|naming|theme-toggle|cx)\b|features[\\/]public-frame/;

/** Components and helpers of all screens, but for the heavy ones that are loaded when they are needed. */
const SHARED_BY_SCREENS =
  /src[\\/]web[\\/](ui[\\/](?!editor|charts|markdown)|lib[\\/]|styles[\\/])|src[\\/]contract[\\/]texts/;

/** What the frame of the signed-in screens needs: session, menus, allowances. */
const AROUND_EVERY_SCREEN = /features[\\/](account|commands|frame|shortcuts|subscription|projects)[\\/]/;

export default defineConfig({
  root: 'src/web',
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), preloadFirstScreen()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The chunk graph for the benchmark; never served.
    manifest: true,
    target: 'es2022',
    sourcemap: false,
    // The CSP allows no data: URLs for fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries change less often than our code: their chunk stays in the browser's cache across releases.
            { name: 'vendor', tags: ['$initial'], test: /node_modules[\\/](?!lucide)/ },
            { name: 'shell', tags: ['$initial'] },
            // Without these, every module that two screens share is a chunk of its own: 90 requests for the tasks screen.
            { name: 'guest', test: FOR_GUESTS, minShareCount: 2 },
            { name: 'icons', test: /node_modules[\\/]lucide/, minShareCount: 2 },
            { name: 'ui', test: SHARED_BY_SCREENS, minShareCount: 2 },
            { name: 'account', test: AROUND_EVERY_SCREEN, minShareCount: 4 },
          ],
        },
        // Every screen is called screen.tsx: its folder names the chunk.
        chunkFileNames: ({ facadeModuleId, name }) => {
          const screen = /screens\/(.+)\/screen\.tsx$/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${screen?.replaceAll('/', '-') ?? name}-[hash].js`;
        },
      },
    },
  },
});
