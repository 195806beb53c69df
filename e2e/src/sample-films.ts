import type { Page } from '@playwright/test';

/** Some seconds of a green picture, recorded by the browser. */
export async function recordFilm(page: Page, mediaType = 'video/webm'): Promise<Buffer> {
  const data = await page.evaluate(async (mimeType) => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const context = canvas.getContext('2d');
    const timer = setInterval(() => {
      if (context === null) return;
      context.fillStyle = `rgb(20 ${150 + Math.floor(Math.random() * 60)} 60)`;
      context.fillRect(0, 0, 320, 180);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType });
    const parts: Blob[] = [];
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.ondataavailable = ({ data: part }) => parts.push(part);
    recorder.start(500);
    // A busy machine draws late.
    while (parts.reduce((sum, { size }) => sum + size, 0) < 4_000 || parts.length < 6) {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    recorder.stop();
    await stopped;
    clearInterval(timer);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }, mediaType);
  return Buffer.from(data, 'latin1');
}
