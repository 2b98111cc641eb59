/** What the writing of a talk says around its numbers. */
import { counted } from "../../experiments/counted.ts";

export function addedWords(scenes: number): string {
  return scenes === 1 ? "The talk has one scene." : `The talk has ${counted(scenes, "scene")}.`;
}

export function sceneLabel(number: number): string {
  return `Scene ${number}`;
}

/** For buttons that stand at each scene. */
export function ofScene(act: string, number: number): string {
  return `${act} scene ${number}`;
}

export function faultWords({ scene, message }: { readonly scene: number; readonly message: string }): string {
  return scene === 0 ? message : `Scene ${scene}: ${message}`;
}

/** Some chats and mail programs cut longer ones. */
const SAFE_LETTERS = 2000;

export function talkLinkWords(letters: number): string {
  return letters <= SAFE_LETTERS
    ? `${counted(letters, "letter")}: every program takes a link of that length.`
    : `${counted(letters, "letter")}: some mail and chat programs cut links of more than ${SAFE_LETTERS}. The file is safe.`;
}
