import { type ArchivePart, createZip } from '@coffer/testing/archives';
import { createPng } from '../sample-files.ts';

const PNG = createPng(120, 60);

interface MailWishes {
  readonly html?: string;
  readonly headers?: readonly string[];
}

export function createMail({ html, headers = [] }: MailWishes = {}): Buffer {
  const body =
    html ??
    '<h1>Night count</h1><p>41 curlews. <a href="https://example.org/river">The river</a></p><img src="cid:sun@coffer">';
  return Buffer.from(
    [
      'From: =?UTF-8?Q?Ada_L=C3=B6we?= <ada@example.org>',
      'To: "Ben" <ben@example.org>, cleo@example.org',
      'Subject: =?UTF-8?B?UmVlZCBiZWQg4oCTIG5pZ2h0IGNvdW50?=',
      'Date: Wed, 14 Oct 2026 09:20:00 +0200',
      'MIME-Version: 1.0',
      ...headers,
      'Content-Type: multipart/mixed; boundary="mixed"',
      '',
      '--mixed',
      'Content-Type: multipart/related; boundary="related"',
      '',
      '--related',
      'Content-Type: multipart/alternative; boundary="alternative"',
      '',
      '--alternative',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Forty-one curlews, in plain text.',
      '--alternative',
      'Content-Type: text/html; charset=utf-8',
      '',
      body,
      '--alternative--',
      '--related',
      'Content-Type: image/png; name="sun.png"',
      'Content-ID: <sun@coffer>',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: inline; filename="sun.png"',
      '',
      PNG.toString('base64'),
      '--related--',
      '--mixed',
      'Content-Type: text/plain; name="../../count.txt"',
      'Content-Disposition: attachment; filename="../../count.txt"',
      '',
      'curlew 41',
      '--mixed--',
      '',
    ].join('\r\n'),
  );
}

export function createNotebook(
  outputs: readonly unknown[] = [],
  markdown = '# Night count\n\n**41** curlews',
): Buffer {
  const esc = '\u001b';
  return Buffer.from(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { kernelspec: { display_name: 'Python 3' } },
      cells: [
        { cell_type: 'markdown', source: markdown },
        {
          cell_type: 'code',
          execution_count: 1,
          source: ['import pandas as pd\n', 'counts.head()'],
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['read 3 gates\n'] },
            {
              output_type: 'execute_result',
              data: {
                'text/html':
                  '<table class="dataframe"><thead><tr><th>kind</th><th>count</th></tr></thead><tbody><tr><td>Curlew</td><td>41</td></tr></tbody></table>',
                'text/plain': 'kind count',
              },
            },
            {
              output_type: 'display_data',
              data: { 'image/png': PNG.toString('base64'), 'text/plain': 'A plot' },
            },
            { output_type: 'error', traceback: [`${esc}[1;31mValueError${esc}[0m: no gate 4`] },
            ...outputs,
          ],
        },
      ],
    }),
  );
}

function chapter(title: string, body: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><head><title/></head><body><h1>${title}</h1>${body}</body></html>`,
  );
}

function part(name: string, content: string): ArchivePart {
  return { name, content: Buffer.from(content), isPacked: true };
}

interface BookWishes {
  readonly first?: string;
  readonly more?: readonly ArchivePart[];
}

export function createEpub({ first = '', more = [] }: BookWishes = {}): Buffer {
  const prose = `<p>${'The reeds stood still, and the water was flat. '.repeat(60)}</p>`;
  return createZip([
    { name: 'mimetype', content: Buffer.from('application/epub+zip') },
    part(
      'META-INF/container.xml',
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    ),
    part(
      'OEBPS/book.opf',
      `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Reeds</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="text/two.xhtml" media-type="application/xhtml+xml"/><item id="sun" href="sun.png" media-type="image/png"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    ),
    part(
      'OEBPS/nav.xhtml',
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="text/one.xhtml">The reeds</a></li><li><a href="text/two.xhtml">The water</a></li></ol></nav></body></html>',
    ),
    {
      name: 'OEBPS/text/one.xhtml',
      content: chapter(
        'The reeds',
        `<img src="../sun.png" alt="Sun"/>${prose}<p><a href="two.xhtml#end">To the end</a></p>${first}`,
      ),
    },
    {
      name: 'OEBPS/text/two.xhtml',
      content: chapter('The water', `${prose}${prose}<p id="end">The very end.</p>`),
    },
    { name: 'OEBPS/sun.png', content: PNG },
    ...more,
  ]);
}

/** A tetrahedron. */
export function createStl(): Buffer {
  const [a, b, c, d] = [
    [1, 1, 1],
    [-1, -1, 1],
    [-1, 1, -1],
    [1, -1, -1],
  ] as const;
  const faces = [
    [a, b, d],
    [a, c, b],
    [a, d, c],
    [b, c, d],
  ];
  const bytes = Buffer.alloc(84 + faces.length * 50);
  bytes.writeUInt32LE(faces.length, 80);
  for (const [at, corners] of faces.entries()) {
    for (const [corner, point] of corners.entries()) {
      for (const [axis, value] of point.entries())
        bytes.writeFloatLE(value, 84 + at * 50 + 12 + corner * 12 + axis * 4);
    }
  }
  return bytes;
}

interface GltfWishes {
  readonly imageUri?: string;
  readonly bufferUri?: string;
}

/** A coloured triangle, with its bytes in the file. */
export function createGltf({ imageUri, bufferUri }: GltfWishes = {}): Buffer {
  const points = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const data = Buffer.from(points.buffer).toString('base64');
  return Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [
        {
          doubleSided: true,
          pbrMetallicRoughness: {
            baseColorFactor: [0.1, 0.5, 0.5, 1],
            metallicFactor: 0.1,
            ...(imageUri === undefined ? {} : { baseColorTexture: { index: 0 } }),
          },
        },
      ],
      ...(imageUri === undefined ? {} : { textures: [{ source: 0 }], images: [{ uri: imageUri }] }),
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: bufferUri ?? `data:application/octet-stream;base64,${data}` }],
    }),
  );
}
