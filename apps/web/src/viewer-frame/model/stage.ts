import { PerspectiveCamera, PMREMGenerator, Scene, WebGLRenderer } from 'three';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';

export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly draw: () => void;
}

/** Vertical field of view of the camera, in degrees. */
export const FIELD_OF_VIEW = 40;
const PIXELS_MAX = 2;

/**
 * The angle for the given aspect, in degrees. It applies to the shorter side, so that a phone in portrait still shows
 * the whole model.
 */
function fieldOfView(aspect: number): number {
  const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  return aspect >= 1 ? FIELD_OF_VIEW : (Math.atan(half / aspect) * 360) / Math.PI;
}

/** Draws only when something changes, not sixty times a second. */
export function createStage(canvas: HTMLCanvasElement, desk: HTMLElement): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const light = new PMREMGenerator(renderer);
  scene.environment = light.fromScene(new RoomEnvironment(), 0.04).texture;
  // Rotated, because faces exactly at an edge of the light would flicker.
  scene.environmentRotation.set(0.31, 0.67, 0);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1_000);
  let isAsked = false;
  const draw = (): void => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      renderer.render(scene, camera);
    });
  };
  const fit = (): void => {
    const { clientWidth: width, clientHeight: height } = desk;
    renderer.setPixelRatio(Math.min(devicePixelRatio, PIXELS_MAX));
    renderer.setSize(width, height, false);
    camera.aspect = Math.max(0.01, width / Math.max(1, height));
    camera.fov = fieldOfView(camera.aspect);
    camera.updateProjectionMatrix();
    draw();
  };
  fit();
  new ResizeObserver(fit).observe(desk);
  return { scene, camera, draw };
}
