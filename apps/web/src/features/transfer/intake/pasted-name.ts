/** The name that browsers give to pasted images without a file. */
const UNNAMED = /^image(\.\w+)$/;
/** An image modified more recently than this was created by the paste; an older one is a real file with that name. */
const MADE_MS = 10_000;

/** Names pasted images by date and time, because equal names would conflict. The names sort by time. */
export function createPasteNamer(now: Date, format: (time: string) => string): (file: File) => string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  let count = 0;
  return ({ name, lastModified }) => {
    const ending = UNNAMED.exec(name)?.[1];
    if (ending === undefined || now.getTime() - lastModified > MADE_MS) return name;
    count += 1;
    return `${format(`${day} ${time}`)}${count === 1 ? '' : ` (${count})`}${ending}`;
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
