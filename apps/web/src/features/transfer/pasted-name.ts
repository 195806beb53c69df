/** What browsers call an image that never was a file: a copied part of the screen, of a page, of a drawing. */
const NAMELESS = /^image(\.\w+)$/;
/** It was made when it was pasted; a file of that name was made before. */
const MADE_MS = 10_000;

/**
 * Names for nameless images by day and time, in the words of the language, since a second one would ask whether it replaces the first.
 * Digits and their order are those that sort.
 */
export function createNamer(now: Date, words: (time: string) => string): (file: File) => string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  let count = 0;
  return ({ name, lastModified }) => {
    const ending = NAMELESS.exec(name)?.[1];
    if (ending === undefined || now.getTime() - lastModified > MADE_MS) return name;
    count += 1;
    return `${words(`${day} ${time}`)}${count === 1 ? '' : ` (${count})`}${ending}`;
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
