import { Box3, type Object3D, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { type DrawJob, type Drawing, Refused } from '../drawer.ts';
import { loadModel } from './load-model.ts';
import { createStage, FIELD_OF_VIEW, type Stage } from './stage.ts';
import './model.css';

const TURN = Math.PI / 24;
const DOLLY = 1.15;

/** Draws a model of glTF or STL, which can be turned by mouse, touch and keyboard. */
export async function drawModel({ content, extension, desk, words }: DrawJob): Promise<Drawing> {
  if (!(content instanceof ArrayBuffer)) throw new Refused('damaged');
  const { model, triangles } = await loadModel(content, extension);
  const canvas = document.createElement('canvas');
  canvas.className = 'model-canvas';
  canvas.tabIndex = 0;
  canvas.role = 'img';
  canvas.ariaLabel = words['model'] ?? '';
  desk.classList.add('model-desk');
  desk.append(canvas);
  const stage = createStage(canvas, desk);
  stage.scene.add(model);
  const controls = new OrbitControls(stage.camera, canvas);
  controls.addEventListener('change', stage.draw);
  const distance = place(stage, { model, controls });
  canvas.addEventListener('keydown', (event) => {
    if (turned(controls, event)) event.preventDefault();
  });
  return {
    count: triangles,
    scale: (scale) => {
      const { camera } = stage;
      const direction = camera.position.clone().sub(controls.target).normalize();
      camera.position.copy(controls.target).addScaledVector(direction, distance / scale);
      controls.update();
      stage.draw();
    },
  };
}

interface Placing {
  readonly model: Object3D;
  readonly controls: OrbitControls;
}

/** Places the camera so that the whole model is visible, seen from the front and above. */
function place({ camera, draw }: Stage, { model, controls }: Placing): number {
  const box = new Box3().setFromObject(model);
  if (box.isEmpty()) throw new Refused('damaged');
  const size = box.getSize(new Vector3()).length();
  const centre = box.getCenter(new Vector3());
  if (!Number.isFinite(size) || size === 0) throw new Refused('damaged');
  const distance = size / (2 * Math.sin((FIELD_OF_VIEW * Math.PI) / 360));
  camera.near = size / 1_000;
  camera.far = size * 100;
  camera.position.copy(centre).addScaledVector(new Vector3(0.6, 0.5, 1).normalize(), distance);
  camera.updateProjectionMatrix();
  controls.target.copy(centre);
  controls.minDistance = size / 100;
  controls.maxDistance = size * 10;
  controls.update();
  draw();
  return distance;
}

function turned(controls: OrbitControls, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'ArrowLeft') controls.rotateLeft(-TURN);
  else if (key === 'ArrowRight') controls.rotateLeft(TURN);
  else if (key === 'ArrowUp') controls.rotateUp(-TURN);
  else if (key === 'ArrowDown') controls.rotateUp(TURN);
  else if (key === '+' || key === '=') controls.dollyIn(DOLLY);
  else if (key === '-') controls.dollyOut(DOLLY);
  else return false;
  return true;
}
