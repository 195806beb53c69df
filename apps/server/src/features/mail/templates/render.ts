import { html, markupOf, type SafeHtml } from './html.ts';
import type { MailBrand } from '../model.ts';
import { cleanName, type Letter, type Phrase, plainOf, quoteLines, subjectOf } from './letter.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function renderLetter(letter: Letter): RenderedMail {
  return { subject: subjectOf(letter), text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ heading, paragraphs, quote, items = [], action, footer }: Letter): string {
  const blocks = [
    plainOf(heading),
    ...paragraphs.map(plainOf),
    ...(quote === undefined
      ? []
      : [
          quoteLines(quote)
            .map((line) => `> ${line}`)
            .join('\n'),
        ]),
    ...(items.length === 0
      ? []
      : [
          items
            .map(({ words, href }) => `- ${plainOf(words)}${href === undefined ? '' : `\n  ${href}`}`)
            .join('\n'),
        ]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.href}`]),
    `-- \n${footer.words}${footer.link === undefined ? '' : `\n${footer.link.label}: ${footer.link.href}`}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT =
  "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,'Helvetica Neue',Arial,sans-serif";
const LOGO = 'width:28px;height:28px;border-radius:7px;color:#ffffff';

/** Renders HTML as a centered table, for mail programs with little CSS. It has no pictures and no remote content. */
function htmlOf(letter: Letter): string {
  const { language, brand, heading, paragraphs, quote, items = [], action, footer } = letter;
  const [direction, start] = language === 'ar' ? ['rtl', 'right'] : ['ltr', 'left'];
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subjectOf(letter)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background-color: #10181b !important; }
  .card { background-color: #1a2428 !important; border-color: #2d3a3f !important; }
  .ink { color: #e6eef0 !important; }
  .soft { color: #a5b4b9 !important; }
  .line { border-color: #2d3a3f !important; }
  .link { color: ${brand.accentInDark} !important; }
}
@media (max-width: 480px) { .inner { padding: 24px 20px !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f1f5f5">
<div style="display:none;max-height:0;overflow:hidden">${plainOf(paragraphs[0] ?? heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background-color:#f1f5f5">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="max-width:560px">
<tr><td align="${start}" style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="center" valign="middle" style="${LOGO};background-color:${brand.accent};${FONT};font-size:16px;font-weight:700">${initialOf(brand.name)}</td>
<td class="ink" style="padding:0 10px;${FONT};font-size:16px;font-weight:600;color:#16252a"><bdi>${brand.name}</bdi></td>
</tr></table>
</td></tr>
<tr><td class="card inner" align="${start}" style="background-color:#ffffff;border:1px solid #dbe3e4;border-radius:14px;padding:32px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.35;font-weight:600;color:#16252a">${inline(heading)}</h1>
${paragraphs.map((words) => paragraph(words))}${quote === undefined ? html`` : quoted(quote, start, brand)}${listed(items, start, brand)}${action === undefined ? html`` : button(action, brand)}
</td></tr>
<tr><td align="${start}" class="soft" style="padding:20px 4px 0;${FONT};font-size:13px;line-height:1.6;color:#5b6c72">${footer.words}${
    footer.link === undefined
      ? html``
      : html` <a class="link" href="${footer.link.href}" style="color:${brand.accent}">${footer.link.label}</a>`
  }</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return markupOf(page);
}

/** The first character of a name, however many code points it has. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? '').toLocaleUpperCase('en');
}

function inline(phrase: Phrase): readonly SafeHtml[] {
  return phrase.map((part) =>
    typeof part === 'string' ? html`${part}` : html`<bdi>${cleanName(part.name)}</bdi>`,
  );
}

function paragraph(words: Phrase): SafeHtml {
  return html`<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.6;color:#2b3b40;overflow-wrap:anywhere">${inline(words)}</p>
`;
}

function quoted(quote: string, start: string, { line: color }: MailBrand): SafeHtml {
  const lines = quoteLines(quote).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
  return html`<blockquote class="ink line" dir="auto" style="margin:0 0 16px;padding:4px 16px;border-${start}:3px solid ${color};${FONT};font-size:16px;line-height:1.6;color:#2b3b40;overflow-wrap:anywhere">${lines}</blockquote>
`;
}

function listed(items: NonNullable<Letter['items']>, start: string, { accent }: MailBrand): SafeHtml {
  if (items.length === 0) return html``;
  const rows = items.map(
    ({
      words,
      href,
    }) => html`<tr><td class="ink line" align="${start}" style="padding:12px 0;border-top:1px solid #e4eaeb;${FONT};font-size:15px;line-height:1.5;color:#2b3b40;overflow-wrap:anywhere">${
      href === undefined
        ? inline(words)
        : html`<a class="link" href="${href}" style="color:${accent};text-decoration:none">${inline(words)}</a>`
    }</td></tr>
`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${rows}</table>
`;
}

function button({ label, href }: NonNullable<Letter['action']>, { accent }: MailBrand): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td align="center" style="border-radius:9px;background-color:${accent}"><a href="${href}" style="display:inline-block;padding:12px 24px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:9px">${label}</a></td></tr></table>
`;
}
