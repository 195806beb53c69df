import { printSheets } from '../find/print-sheets.ts';

/** Prints only the picture, fitted to one sheet. */
export async function printPicture(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  image.alt = '';
  await image.decode();
  const sheet = document.createElement('div');
  sheet.append(image);
  printSheets(sheet, 'picture');
}
