import { html } from 'hono/html';
import { assetPath } from '../assets.ts';
import { pagePath } from '../paths.ts';
import type { MessageKey } from './messages/en.ts';
import { otherThan, type PageMessages } from './page-messages.ts';

/** HTML fragment. Interpolated values are escaped, except fragments. */
export type PageBody = ReturnType<typeof html>;

export interface PageFrame {
  readonly messages: PageMessages;
  readonly publicUrl: string;
  readonly brand: string | undefined;
  readonly title: string;
  readonly hasError?: boolean;
  readonly hasScript?: boolean;
  readonly otherLanguage?: string | undefined;
  readonly children: PageBody;
}

export function renderPage(frame: PageFrame): PageBody {
  const { messages, publicUrl, brand = '', title } = frame;
  const asset = (name: 'pages' | 'passkey' | 'icon') => pagePath(publicUrl, assetPath(name));
  const fullTitle = [
    frame.hasError === true ? `${messages.text('errorPrefix')}: ${title}` : title,
    ...(brand === '' ? [] : [brand]),
  ].join(' – ');
  return html`<!doctype html>
<html lang="${messages.language}" dir="${messages.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${fullTitle}</title>
<link rel="icon" type="image/svg+xml" href="${asset('icon')}">
<link rel="stylesheet" href="${asset('pages')}">
${frame.hasScript === true ? html`<script type="module" src="${asset('passkey')}"></script>` : ''}
</head>
<body>
<div class="page">
<header class="brand">${mark()}<span dir="auto">${brand}</span></header>
<main class="card">${frame.children}</main>
${languageLink(messages, frame.otherLanguage)}
</div>
</body>
</html>`;
}

function languageLink(messages: PageMessages, address: string | undefined): PageBody {
  if (address === undefined) return html`<span></span>`;
  const other = otherThan(messages.language);
  return html`<nav class="languages" aria-label="${messages.text('languages')}">
<span aria-current="true">${messages.text('language')}</span>
<a href="${address}" lang="${other}" hreflang="${other}">${messages.text('otherLanguage')}</a>
</nav>`;
}

function mark(): PageBody {
  return html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M6 12 9 5.5h14l3 6.5"></path><rect x="4.5" y="12" width="23" height="14.5" rx="3"></rect><path d="M16 16.5v4.5"></path></svg>`;
}

export interface FieldError {
  readonly field: string;
  readonly key: MessageKey;
}

/** The error summary, which receives focus. Each line links to its field. */
export function errorSummary(messages: PageMessages, errors: readonly FieldError[]): PageBody {
  if (errors.length === 0) return html``;
  return html`<div class="banner danger" role="alert" tabindex="-1" autofocus>
<h2>${messages.text('problem')}</h2>
<ul>${errors.map(({ field: id, key }) => html`<li><a href="#${id}">${messages.text(key)}</a></li>`)}</ul>
</div>`;
}

export function notice(text: string): PageBody {
  return html`<div class="banner" role="status"><p>${text}</p></div>`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'date' | 'url';
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly hint?: PageBody | string | undefined;
  readonly isCode?: boolean;
  readonly isFocused?: boolean;
  readonly lengthMax?: number;
}

export function field(messages: PageMessages, one: Field, errors: readonly FieldError[] = []): PageBody {
  const error = errors.find((each) => each.field === one.name);
  const described = [
    ...(one.hint === undefined ? [] : [`${one.name}-hint`]),
    ...(error === undefined ? [] : [`${one.name}-error`]),
  ].join(' ');
  const isFocused = one.isFocused === true && errors.length === 0;
  return html`<div class="field">
<label class="label" for="${one.name}">${one.label}</label>
${one.hint === undefined ? '' : html`<div class="hint" id="${one.name}-hint">${one.hint}</div>`}
${error === undefined ? '' : html`<p class="error" id="${one.name}-error">${messages.text(error.key)}</p>`}
<input class="input${one.isCode === true ? ' code' : ''}" id="${one.name}" name="${one.name}" type="${one.type ?? 'text'}"
autocomplete="${one.autocomplete}" value="${one.value ?? ''}" required maxlength="${one.lengthMax ?? 256}"
${one.isCode === true ? html`inputmode="numeric" dir="ltr"` : html`dir="${one.type === 'email' || one.type === 'tel' ? 'ltr' : 'auto'}"`}
autocapitalize="none" spellcheck="false"
${described === '' ? '' : html`aria-describedby="${described}"`} ${error === undefined ? '' : html`aria-invalid="true"`} ${isFocused ? html`autofocus` : ''}>
</div>`;
}

export function button(
  label: string,
  options: {
    readonly kind?: 'primary' | 'secondary' | 'quiet';
    readonly name?: string;
    readonly value?: string;
  } = {},
): PageBody {
  const { kind = 'primary', name, value } = options;
  return html`<button class="button ${kind}" type="submit" ${
    name === undefined ? '' : html`name="${name}" value="${value ?? ''}" formnovalidate`
  }>${label}</button>`;
}

export function intro(title: string, ...paragraphs: readonly (PageBody | string)[]): PageBody {
  return html`<div class="intro"><h1>${title}</h1>${paragraphs.map(
    (paragraph) => html`<p class="muted">${paragraph}</p>`,
  )}</div>`;
}
