# cmake --install: the command with its pages and completions, the rooms below it as one library, its headers, and what
# finds them from elsewhere: find_package(kinemate), pkg-config kinemate.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# libkinemate: all rooms but cli and llvm
set(library_rooms base expr analysis program codegen numeric sim picture ledger optimum ranks spatial model flat model_io recursion loops
    formalism study report)
add_library(kinemate_library STATIC)
add_library(kinemate::kinemate ALIAS kinemate_library)
foreach(room ${library_rooms})
  target_sources(kinemate_library PRIVATE $<TARGET_OBJECTS:kinemate_${room}>)
endforeach()
set_target_properties(kinemate_library PROPERTIES OUTPUT_NAME kinemate EXPORT_NAME kinemate LINKER_LANGUAGE CXX UNITY_BUILD OFF)
target_compile_features(kinemate_library INTERFACE cxx_std_20)
# headers include each other as "room/file.h"; users write <kinemate/room/file.h>
target_include_directories(kinemate_library INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/kinemate>)
set(plain_libraries ${ARB_LIBRARY} ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY} ${KLU_LIBRARY} ${SPQR_LIBRARY} ${CHOLMOD_LIBRARY}
    ${SUNDIALS_LIBRARIES} ${SQLITE_LIBRARY} ${CERES_LIBRARY} ${GLOG_LIBRARY} ${NLOPT_LIBRARY} ${YAML_LIBRARY})
target_link_libraries(kinemate_library INTERFACE fmt::fmt Eigen3::Eigen nlohmann_json::nlohmann_json pugixml::pugixml Threads::Threads
                      ${plain_libraries} ${CMAKE_DL_LIBS})

install(TARGETS kinemate RUNTIME)
if(TARGET kinemate_mpi)
  install(TARGETS kinemate_mpi LIBRARY DESTINATION lib/kinemate)  # where ranks/mpi_library.cc looks
endif()
install(TARGETS kinemate_library EXPORT kinemateTargets ARCHIVE)
foreach(room ${library_rooms})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kinemate FILES_MATCHING PATTERN "*.h")
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kinemate)
install(EXPORT kinemateTargets NAMESPACE kinemate:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/kinemateConfig.cmake.in ${PROJECT_BINARY_DIR}/kinemateConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kinemateConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kinemateConfig.cmake ${PROJECT_BINARY_DIR}/kinemateConfigVersion.cmake DESTINATION ${package})

set(KINEMATE_PC_LIBRARIES)
foreach(library ${plain_libraries})
  get_filename_component(name ${library} NAME_WE)
  string(REGEX REPLACE "^lib" "-l" name ${name})
  string(APPEND KINEMATE_PC_LIBRARIES " ${name}")
endforeach()
file(RELATIVE_PATH KINEMATE_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)  # so that the folder may be moved
configure_file(${CMAKE_CURRENT_LIST_DIR}/kinemate.pc.in ${PROJECT_BINARY_DIR}/kinemate.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kinemate.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)


# pages and completions are written by the command itself
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/kinemate.1 DEPENDS kinemate COMMAND kinemate man --all ${pages} COMMAND kinemate completion --all ${pages})
add_custom_target(kinemate_pages ALL DEPENDS ${pages}/kinemate.1)
add_custom_target(installed_parts DEPENDS kinemate kinemate_library kinemate_pages)  # all that cmake --install needs
install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${pages}/kinemate DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${pages}/_kinemate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${pages}/kinemate.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
