# Lessons: the reader, the walk, and each shipped lesson.
halo_test(lesson SOURCES lesson/test_lesson.c lesson/lesson_rows.c LIBS halo_lesson)
halo_test(lessons-shipped SOURCES lesson/test_shipped.c LIBS halo_lesson)
halo_test(puzzles-shipped SOURCES lesson/test_puzzles.c LIBS halo_lesson)
