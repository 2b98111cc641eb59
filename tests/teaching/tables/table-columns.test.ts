import { describe, expect, test } from "vitest";
import { readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { readRoster } from "../../../src/teaching/roster/roster.ts";
import { columnsWords, readCorrections } from "../../../src/teaching/tables/table-columns.ts";

/** Moodle's grading worksheet in several languages, with the names of its columns in each. */
const WORKSHEETS: readonly (readonly [language: string, heads: string, first: string, second: string])[] = [
  [
    "French",
    "Identifiant;Nom complet;Numéro d'identification;Adresse de courriel;Statut;Note;Note maximale;La note peut être modifiée;Dernière modification (travail remis);Texte en ligne;Dernière modification (note);Feedback par commentaires",
    "Participant 101;A Doe;s1001;a@example.edu;Remis pour évaluation;;100,00;Oui;lundi 3 mars 2025, 10:15;z.abc;-;",
    "Participant 102;B Roe;s1002;b@example.edu;Remis pour évaluation;;100,00;Oui;mardi 4 mars 2025, 00:05;z.def;-;",
  ],
  [
    "German",
    "ID;Vollständiger Name;ID-Nummer;E-Mail-Adresse;Status;Bewertung;Bestwertung;Bewertung kann geändert werden;Zuletzt geändert (Abgabe);Texteingabe online;Zuletzt geändert (Bewertung);Feedback als Kommentar",
    "Teilnehmer/in 101;A Doe;1001;a@example.edu;Zur Bewertung abgegeben;;20,00;Ja;Montag, 3. März 2025, 10:15;z.abc;-;",
    "Teilnehmer/in 102;B Roe;1002;b@example.edu;Zur Bewertung abgegeben;;20,00;Ja;Dienstag, 4. März 2025, 00:05;z.def;-;",
  ],
  [
    "Spanish",
    "Identificador,Nombre completo,Número de ID,Dirección de correo,Estatus,Calificación,Calificación máxima,La calificación puede ser cambiada,Última modificación (entrega),Texto en línea,Última modificación (calificación),Comentarios de retroalimentación",
    'Participante 101,A Doe,0016,a@example.edu,Enviado para calificar,"12,50","100,00",Sí,"lunes, 3 de marzo de 2025, 10:15",z.abc,-,',
    'Participante 102,B Roe,0017,b@example.edu,Enviado para calificar,,"100,00",Sí,"martes, 4 de marzo de 2025, 00:05",z.def,-,',
  ],
  [
    "Portuguese",
    "Identificador\tNome completo\tNúmero de identificação\tEndereço de email\tStatus\tNota\tNota máxima\tA nota pode ser alterada\tÚltima modificação (envio)\tTexto online\tÚltima modificação (nota)\tComentários de feedback",
    "Participante 101\tA Doe\ts1001\ta@example.edu\tEnviado para avaliação\t\t10,00\tSim\tsegunda-feira, 3 de março de 2025, 10:15\tz.abc\t-\t",
    "Participante 102\tB Roe\ts1002\tb@example.edu\tNenhum envio\t\t10,00\tSim\t-\t\t-\t",
  ],
  [
    "Japanese",
    "識別子,フルネーム,IDナンバー,メールアドレス,ステータス,評点,最大評点,評点変更可,最終更新日時 (提出),オンラインテキスト,最終更新日時 (評点),フィードバックコメント",
    "参加者 101,山田 太郎,s1001,a@example.edu,評定のために提出済み,,100.00,Yes,2025年 03月 3日(月曜日) 10:15,z.abc,-,",
    "参加者 102,鈴木 花子,s1002,b@example.edu,評定のために提出済み,,100.00,Yes,2025年 03月 4日(火曜日) 00:05,z.def,-,",
  ],
  [
    "Arabic",
    "المعرف,الاسم الكامل,رقم التعريف,عنوان البريد الإلكتروني,الحالة,الدرجة,الدرجة القصوى,يمكن تغيير الدرجة,آخر تعديل (التسليم),نص مباشر,آخر تعديل (الدرجة),تعليقات",
    'مشارك 101,أحمد علي,s1001,a@example.edu,تم التسليم للتقييم,,100.00,نعم,"الاثنين، 3 مارس 2025، 10:15 ص",z.abc,-,',
    'مشارك 102,سارة حسن,s1002,b@example.edu,تم التسليم للتقييم,,100.00,نعم,"الثلاثاء، 4 مارس 2025، 12:05 ص",z.def,-,',
  ],
];

describe("numbers that occur with several names", () => {
  const idsOf = (head: string, ...lines: readonly string[]) =>
    readHandInList([`Name,${head},Code`, ...lines].join("\n")).columns.ids;

  test("identify students if a few of them are wrong, or if a name is written in two ways", () => {
    const lines = ["Fay Berg,31172,z.a", "Ana Li,41081,z.b", "Eli Ng,50000,z.c", "Kim Roe,52222,z.d"];
    const again = ["Fay B,31172,z.a", "A Li,41081,z.e", "eli,50000,z.f"];
    for (const head of [
      "Number",
      "ID",
      "Student number",
      "Matrikelnummer",
      "学号",
      "Número de alumno",
      "N° étudiant",
    ]) {
      expect(idsOf(head, ...lines, "Bo Souza,41081,z.e"), head).toEqual([1]);
      expect(idsOf(head, ...lines, ...again), head).toEqual([1]);
    }
  });

  test("do not identify students if they are those of groups, courses or towns", () => {
    const names = ["Fay Berg", "Ana Li", "Eli Ng", "Kim Roe", "Lou Fox"];
    for (const groups of [
      ["G1", "G1", "G2", "G3", "G4"],
      ["Team-01", "Team-02", "Team-01", "Team-03", "Team-04"],
      ["CS1010", "CS1010", "CS1010", "CS1020", "CS1020"],
      ["10115", "10115", "20095", "80331", "50667"],
    ])
      for (const head of ["Group", "Student group", "Postcode", "Zimmer"])
        expect(idsOf(head, ...names.map((name, i) => `${name},${groups[i]},z.a${i}`))).toEqual([]);
  });
});

describe("columns are found by their content and order", () => {
  test.each(WORKSHEETS)("in a worksheet in %s", (_, heads, first, second) => {
    const list = readHandInList(`\uFEFF${heads}\n${first}\n${second}\n`);
    expect(list.columns).toEqual({
      ...{ hasHeads: true, isWorksheet: true, names: [1], ids: [2, 3, 0], handIn: 9, sent: 8 },
      ...{ grade: 5, maximum: 6, feedback: 11, group: -1 },
    });
    expect(list.entries.map(({ text }) => text)[0]).toBe("z.abc");
    expect(list.entries).toHaveLength(2);
    // Inserts a column for the group before the grade, and removes the column that says whether the grade can be
    // changed.
    const separator = heads.includes("\t") ? "\t" : heads.includes(";") ? ";" : ",";
    const withGroup = (line: string, group: string) =>
      line.split(separator).toSpliced(5, 0, group).join(separator);
    if (!first.includes('"'))
      expect(
        readHandInList(`${withGroup(heads, "Team")}\n${withGroup(first, "A")}\n${withGroup(second, "B")}\n`)
          .columns,
      ).toMatchObject({ names: [1], grade: 6, maximum: 7, handIn: 10, sent: 9, feedback: 12 });
  });

  test.each([
    [
      "Blackboard",
      "Nachname,Vorname,Benutzername,Matrikelnummer,Letzter Zugriff,Verfügbarkeit,Abgabe\nDoe,Ann,adoe1,s1001,2025-03-03 10:15:00,Ja,z.abc\nRoe,Bo,broe2,s1002,2025-03-04 10:15:00,Ja,z.def\n",
      [0, 1],
      [2, 3],
      6,
      4,
    ],
    [
      "a form",
      "Horodateur,Quel est votre nom ?,Votre numéro,Votre lien\n03/03/2025 10:15:00,Ann Doe,s1001,z.abc\n14/03/2025 10:15:00,Bo Roe,s1002,z.def\n",
      [1],
      [2],
      3,
      0,
    ],
    [
      "Microsoft's form",
      "ID\tStartzeit\tFertigstellungszeit\tE-Mail\tName\tCode\n1\t3/5/25 10:00\t3/5/25 10:15\ta@x.example\tAnn Doe\tz.abc\n2\t3/6/25 10:00\t3/6/25 10:15\tb@x.example\tBo Roe\tz.def\n",
      [4],
      [3, 0],
      5,
      2,
    ],
    ["two columns", "Nom;Lien\nAna;z.abc\nBo;z.def\n", [0], [], 1, -1],
  ] as const)("in a table of %s", (_, text, names, ids, handIn, sent) => {
    const { columns, entries } = readHandInList(text);
    expect(columns).toMatchObject({ hasHeads: true, names, ids, handIn, sent });
    expect(entries.map(({ text: own }) => own)).toEqual(["z.abc", "z.def"]);
  });

  test.each(["First name,Last name,Code", "Nom de famille,Prénom,Code", "Full name,Nickname,Code"])(
    "heads of two words are no name: %s",
    (heads) => {
      const list = readHandInList(`${heads}\nAna,Souza,z.abc\nAna,Lima,z.def\nWei,Lee,z.ghi\n`);
      expect(list.columns).toMatchObject({ hasHeads: true, names: [0, 1] });
      expect(list.entries.map(({ name }) => name)).toEqual(["Ana Souza", "Ana Lima", "Wei Lee"]);
    },
  );

  test("names may contain numbers, and a status that repeats is no name", () => {
    const heads = "Identifier,Full name,ID number,Status,Grade,Maximum grade,Online text";
    const line = (i: number) =>
      `Participant ${i},Ana Silva ${i},s${100 + i},Submitted for grading,-,10.00,z.abc${i}`;
    const list = readHandInList([heads, ...[1, 2, 3, 4, 5, 6].map(line)].join("\n"));
    expect(list.columns.names).toEqual([1]);
    expect(list.entries[0]).toMatchObject({ name: "Ana Silva 1" });
  });

  test("in a roster, where a grade book of Canvas has its own order", () => {
    const canvas = readRoster(
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1 (23)\n    Points Possible,,,,,10.00\n"Souza, Ana",50011,S1,ana,A,8.00\n"Li, Bo",50012,S2,bo,A,8.00\n',
    );
    expect(canvas.columns).toMatchObject({ names: [0], ids: [2, 3, 1] });
    const german = readRoster("Name;Matrikel;Gruppe\nAnn Doe;0016;A\nBo Roe;0017;A\n");
    expect(german.rows.map(({ person }) => [person?.name, person?.ids])).toEqual([
      ["Ann Doe", ["0016"]],
      ["Bo Roe", ["0017"]],
    ]);
  });

  test("and can be corrected by heading, by number, or to none", () => {
    const [, heads, first, second] = WORKSHEETS[0];
    const of = (text: string) =>
      readHandInList(`${heads}\n${first}\n${second}\n`, readCorrections(text)).columns;
    expect(of("grade = none; name=Identifiant; number=4; group=statut")).toMatchObject({
      grade: -1,
      isWorksheet: false,
      names: [0],
      ids: [3, 2, 0],
      group: 4,
    });
    // A column that this table lacks may exist in the roster.
    expect(of("group=Équipe").group).toBe(-1);
    expect(() => readCorrections("mark=Note")).toThrow(/it must be like “?"?grade=Note/);
    expect(columnsWords(of(""), heads.split(";"))).toBe(
      "name: “Nom complet”; number: “Numéro d'identification”, “Adresse de courriel”, “Identifiant”; hand-in: “Texte en ligne”; time: “Dernière modification (travail remis)”; grade: “Note”; maximum: “Note maximale”; comments: “Feedback par commentaires”",
    );
  });
});
